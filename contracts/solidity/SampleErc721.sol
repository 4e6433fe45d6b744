// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "./Pictured.sol";

interface Erc721Receiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// An ERC721 collection of the sample world. Anyone may mint: for local chains only.
contract SampleErc721 is Pictured {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    uint256 public totalSupply;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;
    mapping(address owner => uint256) private balances;
    mapping(uint256 tokenId => address) private owners;
    mapping(uint256 tokenId => address) private approvals;

    function mint(address to, uint256[] calldata tokenIds) external {
        require(to != address(0), "SampleErc721: the zero address owns nothing");
        for (uint256 i; i < tokenIds.length; ++i) {
            require(owners[tokenIds[i]] == address(0), "SampleErc721: the token exists");
            owners[tokenIds[i]] = to;
            emit Transfer(address(0), to, tokenIds[i]);
        }
        balances[to] += tokenIds.length;
        totalSupply += tokenIds.length;
    }

    function balanceOf(address owner) external view returns (uint256) {
        require(owner != address(0), "SampleErc721: the zero address owns nothing");
        return balances[owner];
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = owners[tokenId];
        require(owner != address(0), "SampleErc721: the token does not exist");
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        return metadataOf(tokenId);
    }

    function getApproved(uint256 tokenId) external view returns (address) {
        ownerOf(tokenId);
        return approvals[tokenId];
    }

    function approve(address approved, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        require(msg.sender == owner || isApprovedForAll[owner][msg.sender], "SampleErc721: not the owner");
        approvals[tokenId] = approved;
        emit Approval(owner, approved, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        require(ownerOf(tokenId) == from, "SampleErc721: the token has another owner");
        require(to != address(0), "SampleErc721: the zero address owns nothing");
        require(
            msg.sender == from || isApprovedForAll[from][msg.sender] || approvals[tokenId] == msg.sender,
            "SampleErc721: not the owner"
        );
        delete approvals[tokenId];
        --balances[from];
        ++balances[to];
        owners[tokenId] = to;
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory data) public {
        transferFrom(from, to, tokenId);
        if (to.code.length == 0) return;
        bytes4 answer = Erc721Receiver(to).onERC721Received(msg.sender, from, tokenId, data);
        require(answer == Erc721Receiver.onERC721Received.selector, "SampleErc721: the receiver refuses");
    }

    /// ERC165, ERC721 and its metadata.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }
}
