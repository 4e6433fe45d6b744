// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The part that ERC721 collections of tests share. Anyone may give any token to anyone: for local chains only.
abstract contract Collection {
    mapping(uint256 tokenId => address) internal owners;
    mapping(address owner => uint256) internal balances;

    function give(address to, uint256 tokenId) public virtual {
        require(to != address(0), "Collection: the zero address owns nothing");
        address before = owners[tokenId];
        if (before != address(0)) --balances[before];
        owners[tokenId] = to;
        ++balances[to];
    }

    function balanceOf(address owner) public view virtual returns (uint256) {
        return balances[owner];
    }

    function ownerOf(uint256 tokenId) public view virtual returns (address owner) {
        owner = owners[tokenId];
        require(owner != address(0), "Collection: the token does not exist");
    }

    /// ERC165 and ERC721.
    function supportsInterface(bytes4 id) public view virtual returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }
}
