// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "./Collection.sol";

/// A collection that lists the ids of an owner one by one, as ERC721Enumerable does.
contract EnumerableErc721 is Collection {
    mapping(address owner => uint256[]) private lists;
    mapping(uint256 tokenId => uint256) private places;

    function give(address to, uint256 tokenId) public override {
        address before = owners[tokenId];
        super.give(to, tokenId);
        if (before != address(0)) {
            uint256[] storage list = lists[before];
            uint256 last = list[list.length - 1];
            list[places[tokenId]] = last;
            places[last] = places[tokenId];
            list.pop();
        }
        places[tokenId] = lists[to].length;
        lists[to].push(tokenId);
    }

    function tokenOfOwnerByIndex(address owner, uint256 index) external view returns (uint256) {
        require(index < lists[owner].length, "EnumerableErc721: the owner has fewer tokens");
        return lists[owner][index];
    }

    function supportsInterface(bytes4 id) public view override returns (bool) {
        return super.supportsInterface(id) || id == 0x780e9d63;
    }
}
